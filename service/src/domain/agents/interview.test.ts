import { describe, expect, it } from 'vitest';
import type { ModelEvent, ModelRequest, Replier } from '../../ports/model.ts';
import { agentBlock, createInterviewer, draftIn } from './interview.ts';

const request: ModelRequest = { system: 'Be brief.', turns: [], prompt: 'A poet', owner: 'a'.repeat(24) };
const unstopped = () => new AbortController().signal;
const block = '<agent>\n<title>Poet</title>\n<instruction>\nRhyme.\n\nBe <b>short</b>.\n</instruction>\n</agent>';
const agent = { title: 'Poet', instruction: 'Rhyme.\n\nBe <b>short</b>.' };

/** What a reader gets of an answer that arrives in pieces of `size` characters, and then may end early. */
const interview = async (answer: string, size = 3, ended?: string) => {
  const requests: ModelRequest[] = [];
  const model: Replier = {
    label: 'Pieces',
    async *reply(one) {
      requests.push(one);
      for (let at = 0; at < answer.length; at += size) yield { type: 'text', text: answer.slice(at, at + size) };
      if (ended) yield { type: 'omission', omission: { kind: ended } };
    },
  };
  const events: ModelEvent[] = await Array.fromAsync(createInterviewer(model).reply(request, unstopped()));
  return {
    request: requests[0],
    events,
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    drafts: events.flatMap((event) => (event.type === 'function' ? [event.agent] : [])),
  };
};

describe('an interview about an agent', () => {
  it('instructs the model to interview, and passes its questions through', async () => {
    const question = 'What is `x < y` for? Use <a> or <agenda>, and ```js\ncode```.';
    const { request, text, drafts } = await interview(question);
    expect(request?.system).toMatch(/^Be brief\.\n\nYou help a person to build an agent/);
    expect(request?.interview).toBe(true);
    expect([text, drafts]).toEqual([question, []]);
  });

  it.each([1, 2, 3, 7, 1000])('ends with the agent instead of its block, in pieces of %i', async (size) => {
    const { text, drafts } = await interview(`It is ready.\n\n${block}`, size);
    expect([text, drafts]).toEqual(['It is ready.', [agent]]);
  });

  it('shows that the model is at work while its block is held back', async () => {
    const { events } = await interview(block, block.length / 4);
    expect(events.map(({ type }) => type)).toEqual(['alive', 'alive', 'alive', 'alive', 'function']);
  });

  it('forgives a code fence, capitals, words behind, and a block that is not closed', async () => {
    expect(await interview(`Ready.\n\n\`\`\`xml\n${block}\n\`\`\`\nEnjoy!`)).toMatchObject({
      text: 'Ready.\n\nEnjoy!',
      drafts: [agent],
    });
    expect((await interview('Ready. <Agent><Title>Poet</Title><Instruction>Rhyme.')).drafts).toEqual([
      { title: 'Poet', instruction: 'Rhyme.' },
    ]);
    expect(draftIn('<agent><instruction>Write poems about the sea.</instruction></agent>')).toEqual({
      title: 'Write poems about the sea',
      instruction: 'Write poems about the sea.',
    });
  });

  it('loses no text of a block that contains no agent', async () => {
    const broken = 'Ready. <agent><title>Poet</title></agent>';
    expect(await interview(broken)).toMatchObject({ text: broken, drafts: [] });
  });

  it.each(['answer-ended', 'answer-filtered'])(
    'makes no agent of an instruction that is cut off (%s)',
    async (ended) => {
      const half = 'Ready. <agent><title>Poet</title><instruction>Rhyme, and nev';
      expect(await interview(half, 3, ended)).toMatchObject({ text: half, drafts: [] });
      const whole = 'Ready. <agent><title>Poet</title><instruction>Rhyme.</instruction>\n</age';
      expect((await interview(whole, 3, ended)).drafts).toEqual([{ title: 'Poet', instruction: 'Rhyme.' }]);
    },
  );

  it.each(['\n ', '`'])('passes on any number of %j', async (piece) => {
    // For a reader that looks at all of them for each piece these are too many to come to an end.
    const answer = piece.repeat(30_000);
    expect(await interview(`${answer}${block}`, piece.length)).toMatchObject({ drafts: [agent] });
    expect(await interview(answer, piece.length)).toMatchObject({ text: answer, drafts: [] });
  });

  it('shows the model its former block again', () => {
    expect(agentBlock(JSON.stringify(agent))).toBe(block);
    expect(agentBlock('{}')).toBe('');
  });
});
