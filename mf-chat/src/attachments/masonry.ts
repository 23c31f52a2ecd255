import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';

/** Pictures by column, each put where there is most room; heights follow from the widths, which are equal. */
export const columnsOf = (pictures: readonly UserFile[], count = 2): readonly (readonly UserFile[])[] => {
  const columns = Array.from({ length: Math.min(count, pictures.length) }, () => ({
    height: 0,
    files: [] as UserFile[],
  }));
  for (const picture of pictures) {
    const lowest = columns.reduce((best, column) => (column.height < best.height ? column : best));
    lowest.files.push(picture);
    lowest.height += 1 / (picture.aspectRatio ?? 1);
  }
  return columns.map(({ files }) => files);
};
