// The tests of `organization/custom-emoji` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../organization/custom-emoji.test.ts');

export {};
