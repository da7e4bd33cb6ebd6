// The tests of `uploads/serve-file` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

// A module of its own: this process may have run the other one already.
await import(`../uploads/serve-file.test.ts?${process.env.PARLEY_TEST_FILES}`);

export {};
