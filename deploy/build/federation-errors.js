/**
 * Replaces the texts of `@module-federation/error-codes`: errors keep their codes and the URLs of their documentation.
 */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
