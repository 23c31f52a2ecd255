/** Stands for what binds the remotes that a build names: no build names any, the shell registers them as it runs. */
export const remotes = undefined;
