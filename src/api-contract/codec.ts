// How a JSON value of a parameter or an answer is checked and typed: the codecs of `codecs/`, put together here. A codec
// is a description (its JSON Schema) and a decoder in one.

export * from './codecs/codec.ts';
export * from './codecs/composite.ts';
export * from './codecs/record.ts';
export * from './codecs/scalar.ts';
export * from './codecs/text.ts';
