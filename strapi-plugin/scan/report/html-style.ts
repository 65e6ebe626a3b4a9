/** Styles of the report as a page: light, dark, and on paper. */
export const HTML_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a4150); --soft: light-dark(#f5f6f8, #1e2430); --quiet: light-dark(#5a6372, #a9b2c2);
  --serious: light-dark(#b3261e, #ff8a80); --moderate: light-dark(#8a5300, #ffc46b); --minor: light-dark(#1d5fa8, #8fc1ff); --info: var(--quiet) }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; font: 1rem/1.55 system-ui, sans-serif;
  color: light-dark(#1a1f29, #e7eaf0); background: light-dark(#fff, #141821); overflow-wrap: anywhere }
h1 { margin: .25rem 0; font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.2 }
h2 { margin: 2.5rem 0 1rem; font-size: 1.3rem }
h3 { margin: 0; font-size: 1.05rem }
header p, .rule { margin: 0; color: var(--quiet) }
article { margin: 0 0 1rem; padding: 1rem 1.25rem; background: var(--soft); border-inline-start: .3rem solid var(--tone); border-radius: .3rem; break-inside: avoid }
article p { margin: .4rem 0 }
.rule b { color: var(--tone) }
ul { padding-inline-start: 1.2rem } li { margin: .4rem 0 }
code, pre { font: .875rem/1.5 ui-monospace, monospace } pre { margin: .4rem 0; white-space: pre-wrap; color: var(--quiet) }
.serious { --tone: var(--serious) } .moderate { --tone: var(--moderate) } .minor { --tone: var(--minor) } .info { --tone: var(--info) }
section h2 { color: var(--tone, inherit) }
img { max-width: 100%; border: 1px solid var(--line) }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100%; min-width: 40rem; font-size: .9rem }
th, td { padding: .4rem .6rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line) } th { white-space: nowrap }
@media print { :root { color-scheme: light } body { padding: 0; max-width: none; font-size: 10pt } .table { overflow: visible } table { min-width: 0 } tr, img { break-inside: avoid } }
`;
