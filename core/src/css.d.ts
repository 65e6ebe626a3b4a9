declare module '*.css?inline' {
  /** The stylesheet's text; minified where the package is built. */
  const css: string;
  export default css;
}
