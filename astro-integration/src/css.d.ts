declare module '*.css';
declare module '*.css?inline' {
  /** The stylesheet's text, minified. */
  const css: string;
  export default css;
}
