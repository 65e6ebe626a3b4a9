/// <reference path="../css.d.ts" />
import legal from './legal.css?inline';

/** The look of tables and texts of legal pages, to stand in a `<style>` before them. */
export const legalStyle: string = legal;
