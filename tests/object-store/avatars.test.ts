// The tests of `avatars/avatars` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../avatars/avatars.test.ts');

export {};
