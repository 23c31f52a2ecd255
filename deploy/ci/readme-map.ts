/**
 * What is wrong with the README's map, one sentence each. The block below `## Map` lists each folder as `name/`.
 * `folders`: the folders that exist.
 */
export const mapProblems = (readme: string, folders: readonly string[]): string[] => {
  const block = /^## Map\s+```\w*\n([\s\S]*?)```/m.exec(readme)?.[1];
  if (block === undefined) return ['README.md has no map: a block below “## Map”'];
  const listed = [...block.matchAll(/^\s*([\w.-]+)\//gm)].map((match) => match[1] ?? '');
  return [
    ...listed.filter((name) => !folders.includes(name)).map((name) => `README.md maps ${name}/, which does not exist`),
    ...folders.filter((name) => !listed.includes(name)).map((name) => `README.md does not map ${name}/`),
  ];
};
