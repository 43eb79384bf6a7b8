/**
 * Runs in the head, before the first paint, after the typefaces' rules, which wait there unused (Base.astro).
 *
 * - Who is signed in is known, so that the top bar never changes under the eye.
 * - Who comes from one of our pages has the fonts and sees them at once. For who comes from elsewhere words come first,
 *   in the system's letters (base.css), then the page's great picture; only then are the fonts fetched, and take over
 *   together, in one layout instead of one each.
 *
 * Every byte of it counts: it stands in each page's first 14 KB, all that a new connection brings at once.
 */
export const headScript = `
try{localStorage.getItem('token')&&(document.documentElement.dataset.user='user')}catch{}
{const faces=[...document.querySelectorAll('[media]')],
show=()=>faces.forEach(each=>each.media=''),
load=href=>new Promise(done=>document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',crossOrigin:'',href,onload:done,onerror:done})));
if(document.referrer.startsWith(location.origin))show();
else new PerformanceObserver(async(list,observer)=>{
if(!list.getEntriesByName('first-contentful-paint')[0])return;
observer.disconnect();
const picture=document.querySelector('img[fetchpriority=high]');
if(picture){await picture.decode().catch(()=>{});await new Promise(drawn=>setTimeout(drawn,99))}
await Promise.all(faces[0].textContent.match(/[^("]+-core[^)"]+/g).map(load));
show()
}).observe({type:'paint',buffered:true})}`.replaceAll('\n', '');
