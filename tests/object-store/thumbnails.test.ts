// The tests of `uploads/thumbnails` once more, with the files in an object store.

process.env.PARLEY_TEST_FILES = 's3';

await import('../uploads/thumbnails.test.ts');

export {};
