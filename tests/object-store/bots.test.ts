// The tests of `avatars/bots` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../avatars/bots.test.ts');

export {};
