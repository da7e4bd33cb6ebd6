// Modules other than scripts: importing a style sheet applies it, a picture or font yields its address, a
// text its content.

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
