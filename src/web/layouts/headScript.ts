/**
 * Runs in the head before the first paint, after the font rules, which are disabled there (Base.astro). Storage that is
 * null, as in web views without it, becomes undefined: nanostores fail on the one and do without the other. It marks
 * whoever is signed in, so that the top bar does not change later, and enables the fonts: at once if the visitor comes
 * from another of our pages, where they are cached; otherwise after the first paint and the large picture, all
 * together. This keeps the largest paint of text pages within its budget of 1.0 s (0.9 s instead of 1.28). It is short
 * because it is part of each page's 14 KB of HTML.
 */
export const headScript = `
try{localStorage||Object.defineProperty(window,'localStorage',{value:void 0});localStorage.getItem('token')&&(document.documentElement.dataset.user='user')}catch{}
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
