// All icons, for the admin area.
export * from '../../ui/icons.ts';
export * from '../../ui/moreIcons.ts';
