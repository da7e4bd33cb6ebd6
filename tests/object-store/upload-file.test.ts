// The tests of `uploads/upload-file` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../uploads/upload-file.test.ts');

export {};
