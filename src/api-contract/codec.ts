// Checks and types the JSON values of parameters and answers: exports the codecs of `codecs/`. A codec
// combines a description (its JSON Schema) and a decoder.

export * from './codecs/codec.ts';
export * from './codecs/composite.ts';
export * from './codecs/decoding-error.ts';
export * from './codecs/json-reader.ts';
export * from './codecs/lenient.ts';
export * from './codecs/path.ts';
export * from './codecs/record.ts';
export * from './codecs/scalar.ts';
export * from './codecs/strict.ts';
export * from './codecs/text.ts';
