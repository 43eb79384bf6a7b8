/** The end of the address of each coaching programme's page, by its id. It stays when a title changes. */
export const programmeSlugs = {
  s4: '4-5-6-sinif',
  s7: '7-sinif',
  lgs: 'lgs',
  s9: '9-10-sinif',
  s11: '11-sinif',
  yks: 'yks',
} as const;
