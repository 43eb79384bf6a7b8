/**
 * Begins the `cacheKey` of a route's file that names everything the file shows: releases keep that file whatever the
 * site's code and the practice's identity are.
 */
export const completeKeyPrefix = 'whole:';
