// What is loaded of the waiting list on pages of products, in one script.
export { openJoinDialog } from './openJoinDialog.ts';
export { showPlaces } from './showPlaces.ts';
