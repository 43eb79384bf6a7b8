/** Runs before the first paint: whether somebody is signed in, so that the top bar never changes under the eye. */
export const early = "try{localStorage.getItem('token')&&(document.documentElement.dataset.user='user')}catch{}";
