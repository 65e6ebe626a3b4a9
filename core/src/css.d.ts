declare module '*.css?inline' {
  /** The stylesheet's text; minified where the package is built. */
  const css: string;
  export default css;
}
declare module '*.ts?script' {
  /** The script with all that it imports, bundled and minified. */
  const text: string;
  export default text;
}
