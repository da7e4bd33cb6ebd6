// What can be imported besides scripts: a style takes effect, a picture or font is its address, a text its content.

declare module '*.css';

declare module '*.txt' {
  const text: string;
  export default text;
}

declare module '*.svg' {
  const address: string;
  export default address;
}

declare module '*.woff2' {
  const address: string;
  export default address;
}
