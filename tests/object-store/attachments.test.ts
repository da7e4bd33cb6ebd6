// The tests of `uploads/attachments` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../uploads/attachments.test.ts');

export {};
