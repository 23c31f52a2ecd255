/** Stands for the sentences of `@module-federation/error-codes`: its errors keep their codes and their pages' addresses. */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
