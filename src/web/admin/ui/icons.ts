export * from '../../ui/icons.ts';
export * from '../../ui/moreIcons.ts';
