// The tests of `uploads/serve-file` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../uploads/serve-file.test.ts');

export {};
