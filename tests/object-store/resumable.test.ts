// The tests of `uploads/resumable` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../uploads/resumable.test.ts');

export {};
