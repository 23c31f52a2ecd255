import { and, eq } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import { addIfRoom, hasRoom } from '../agents/room.ts';
import { claudeProjectFrom } from './claude.ts';
import type { ForeignFiles } from './foreign-files.ts';
import type { Tally } from './report.ts';

const { agents, tags } = schema;
/** The limits of an agent. */
const limits = { files: 50, instruction: 100_000 } as const;

interface Importing {
  readonly db: Db;
  readonly userId: string;
  readonly tally: Tally;
  readonly files: ForeignFiles;
}

/**
 * Imports the projects of Claude's export. Each becomes a collection for its chats and, if it has instructions or
 * documents, an agent. Existing ones with the same name are reused.
 */
export const importProjects = ({ db, userId, tally, files }: Importing) => {
  const collections = new Map<string, string>();

  const collectionFor = async (name: string): Promise<string> => {
    const [same] = await db
      .select({ id: tags.id })
      .from(tags)
      .where(and(eq(tags.userId, userId), eq(tags.name, name)))
      .limit(1);
    tally.collections[same ? 'known' : 'added'] += 1;
    if (same) return same.id;
    const [created] = await db.insert(tags).values({ userId, name }).returning({ id: tags.id });
    return created!.id;
  };

  const noRoom = (name: string) =>
    tally.noteOne(`The project “${name}” is a collection here. There was no room for its agent.`);

  return {
    collectionOf: (project: string) => collections.get(project),
    async add(value: unknown): Promise<void> {
      const project = claudeProjectFrom(value);
      if (!project) {
        tally.collections.skipped += 1;
        return;
      }
      const { source, name, instruction } = project;
      collections.set(source, await collectionFor(name));
      if (instruction === '' && project.files.length === 0) return;
      const own = and(eq(agents.userId, userId), eq(agents.title, name), eq(agents.deleted, false));
      const [known] = await db.select({ id: agents.id }).from(agents).where(own).limit(1);
      if (known) return;
      // Without room for the agent, its documents are not stored either.
      if (!(await hasRoom(db, { userId }))) return noRoom(name);
      const stored = [];
      for (const file of project.files.slice(0, limits.files)) {
        const one = await files.store(file, 'chatFiles');
        if (one) stored.push({ name: one.name, type: one.type, url: one.url });
      }
      const agent = { userId, title: name, instruction: instruction.slice(0, limits.instruction), files: stored };
      if (!(await db.transaction((tx) => addIfRoom(tx, agent)))) return noRoom(name);
      tally.agents += 1;
      const lost = project.files.length - stored.length;
      if (lost > 0)
        tally.noteOne(
          `The project “${name}” is a collection and an agent here; ${lost} of its documents couldn’t be imported.`,
        );
    },
  };
};
