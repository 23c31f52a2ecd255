import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { tagOf } from '../testing/chats.ts';
import { EditCollectionDialog } from './edit-collection-dialog.tsx';

const tag = tagOf({ name: 'Thesis' });
const file = { name: 'outline.txt', type: 'text/plain', url: '/storage/chatFiles/a/outline.txt' };
const context = { instruction: 'Cite.', files: [file], revision: 'r1' };

const show = (answer: () => typeof context = () => context, host = createFakeHost()) => {
  host.service.answer(calls.tags.listTags, () => ({ tags: [tag] }));
  host.service.answer(calls.tags.createEditTag, () => ({ tag }));
  host.service.answer(calls.tags.getTagContext, answer);
  host.service.answer(calls.tags.editTagContext, ({ instruction }) => ({ ...context, instruction, revision: 'r2' }));
  host.service.answer(calls.files.inspectFiles, () => ({ notes: [] }));
  return renderRemote(contract, <EditCollectionDialog />, { host, input: { tagId: tag._id } });
};
type Host = ReturnType<typeof createFakeHost>;
const sent = (host: Host) =>
  host.service.requests.filter(({ call }) => call === calls.tags.editTagContext.name).map(({ input }) => input);
const instructions = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' });
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the dialog of a collection that is there', () => {
  test('shows the instructions and files that its chats include, and saves both with the appearance', async () => {
    const { host, closed } = show();
    expect((await instructions()).value).toBe('Cite.');
    expect(screen.getByText('outline.txt')).toBeTruthy();
    await userEvent.type(await instructions(), ' Be brief.');
    await userEvent.click(screen.getByRole('button', { name: 'Remove outline.txt' }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)).toEqual([{ tagId: tag._id, instruction: 'Cite. Be brief.', files: [] }]);
  });

  test('sends neither of them where nothing was changed', async () => {
    const { host, closed } = show();
    await instructions();
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)).toEqual([]);
  });

  test('stays open with what was typed where they could not be saved', async () => {
    const { host, closed } = show();
    host.service.answer(calls.tags.editTagContext, () => {
      throw new Failure(500, { msg: 'Not now.' });
    });
    await userEvent.type(await instructions(), ' Be brief.');
    await save();
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Not now.' }]));
    expect((await instructions()).value).toBe('Cite. Be brief.');
    expect(closed).toEqual([]);
  });

  test('sends what was saved once, although the name could not be saved with it', async () => {
    const { host, closed } = show();
    host.service.answer(calls.tags.createEditTag, () => {
      throw new Failure(500, { msg: 'Not now.' });
    });
    await userEvent.type(await instructions(), ' Be brief.');
    await save();
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Not now.' }]));
    host.service.answer(calls.tags.createEditTag, () => ({ tag }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)).toHaveLength(1);
  });

  test('bases what is typed after that on what was saved', async () => {
    const { host, closed } = show();
    host.service.answer(calls.tags.createEditTag, () => {
      throw new Failure(500, { msg: 'Not now.' });
    });
    await userEvent.type(await instructions(), ' Be brief.');
    await save();
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Not now.' }]));
    host.service.answer(calls.tags.createEditTag, () => ({ tag }));
    await userEvent.type(await instructions(), ' Always.');
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    const edits = host.service.requests.filter(({ call }) => call === calls.tags.editTagContext.name);
    expect(edits.map(({ basedOn }) => basedOn)).toEqual(['"r1"', '"r2"']);
  });

  test('lets the user choose whose text applies if somebody else changed it in the meantime', async () => {
    let now = context;
    const { host, closed } = show(() => now);
    host.service.answer(calls.tags.editTagContext, () => {
      now = { ...context, instruction: 'Cite all.', revision: 'r3' };
      throw new Failure(412, { code: 'stale', details: { revision: 'r3' } });
    });
    await userEvent.type(await instructions(), ' Be brief.');
    await save();
    expect(await screen.findByText(/were changed in the meantime/)).toBeTruthy();
    expect(closed).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect((await instructions()).value).toBe('Cite all.');
  });

  test('says that they could not be loaded, and its name can be changed nevertheless', async () => {
    const { closed } = show(() => {
      throw new Failure(500, {});
    });
    expect(await screen.findByText('Couldn’t load instructions and files.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' 2');
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
  });
});

describe('what is typed when the dialog closes unsaved', () => {
  const type = async (...shown: Parameters<typeof show>) => {
    const first = show(...shown);
    await userEvent.type(await instructions(), ' Be brief.');
    await userEvent.type(name(), ' 2');
    await userEvent.click(screen.getByRole('radio', { name: 'Heart' }));
    first.end();
    return first.host;
  };
  const fields = async () => [
    (await instructions()).value,
    name().value,
    screen.getByRole<HTMLInputElement>('radio', { name: 'Heart' }).checked,
  ];
  const saved = ['Cite.', 'Thesis', false];
  const typed = ['Cite. Be brief.', 'Thesis 2', true];

  test('is there when it opens again, and gone once it was discarded', async () => {
    const host = await type();
    const again = show(undefined, host);
    expect(await fields()).toEqual(typed);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(again.closed).toHaveLength(1);
    again.end();
    show(undefined, host);
    expect(await fields()).toEqual(saved);
  });

  test('is gone once it was saved', async () => {
    const host = await type();
    const again = show(undefined, host);
    await instructions();
    await save();
    await waitFor(() => expect(again.closed).toHaveLength(1));
    expect(sent(host)).toMatchObject([{ instruction: 'Cite. Be brief.' }]);
    again.end();
    show(undefined, host);
    expect(await fields()).toEqual(saved);
  });

  test('is not there for another user', async () => {
    const host = await type();
    host.session.user$.next(testUser({ _id: 'b'.repeat(24) }));
    show(undefined, host);
    expect(await fields()).toEqual(saved);
  });

  test('is saved only on purpose if somebody else changed the instructions in the meantime', async () => {
    let now = context;
    const host = await type(() => now);
    now = { ...context, instruction: 'Cite all.', revision: 'r3' };
    const { closed } = show(() => now, host);
    expect(await fields()).toEqual(typed);
    expect(screen.getByText(/were changed in the meantime/)).toBeTruthy();
    await save();
    expect([sent(host), closed]).toEqual([[], []]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    const [edit] = host.service.requests.filter(({ call }) => call === calls.tags.editTagContext.name);
    expect(edit).toMatchObject({ input: { instruction: 'Cite. Be brief.' }, basedOn: '"r3"' });
  });

  test('gives way to what somebody else wrote if the user prefers that', async () => {
    let now = context;
    const host = await type(() => now);
    now = { ...context, instruction: 'Cite all.', revision: 'r3' };
    const again = show(() => now, host);
    await instructions();
    await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect((await instructions()).value).toBe('Cite all.');
    again.end();
    show(() => now, host);
    expect((await instructions()).value).toBe('Cite all.');
    expect(screen.queryByText(/were changed in the meantime/)).toBeNull();
  });
});
