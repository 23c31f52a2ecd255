import { describe, expect, test } from 'vitest';
import * as constants from './constants.ts';
import { callFailed } from './sentences.ts';
import { messages } from './validation.ts';

// Tests elsewhere compare with these constants; here they are compared with the numbers of the specification.
describe('the business constants', () => {
  test('of the layout: mobile at 800 px, bars at 1200 px, the chat width at 1020 px', () => {
    expect(constants.breakpoints).toEqual({ mobile: 800, bars: 1200, chatWidth: 1020 });
  });

  test('of a swipe: 50 px commit, 275 px cap', () => {
    expect(constants.swipe).toEqual({ commit: 50, cap: 275 });
  });

  test('of toasts: 3, 5, 7.5 and 10 seconds', () => {
    expect(Object.values(constants.toastTimes)).toEqual([3000, 5000, 7500, 10_000]);
  });

  test('of the themes: light #f7f7f7 first, dark #000000', () => {
    expect(Object.entries(constants.themes)).toEqual([
      ['light', '#f7f7f7'],
      ['dark', '#000000'],
    ]);
  });

  test('of the font sizes: Small 14px, Medium 16px, Large 18px', () => {
    expect(constants.fontSizes).toEqual({ Small: '14px', Medium: '16px', Large: '18px' });
  });

  test('of the assistant: explorer, serious and casual, in American and British English', () => {
    expect(constants.personalities).toEqual(['explorer', 'serious', 'casual']);
    expect(constants.languages).toEqual(['en-US', 'en-GB']);
  });

  test('of accounts: usernames of 3 to 30, passwords from 6, six answers to how users heard of the product', () => {
    expect([constants.username, constants.passwordMin]).toEqual([{ min: 3, max: 30 }, 6]);
    expect(constants.heardFromOptions).toEqual(['friend', 'youtube', 'linkedin', 'x', 'reddit', 'other']);
  });

  test('of a picture: shown at 75, cut to 300 by 300, zoom up to 3', () => {
    expect(constants.avatar).toEqual({ shown: 75, size: 300, zoomMax: 3 });
  });

  test('of signing in: Google, Apple and Microsoft by the names of their routes', () => {
    expect(constants.identityProviders).toEqual(['google', 'apple', 'azure']);
  });

  test('of join links: a day, a week or 30 days', () => {
    expect(constants.joinLinkDays).toEqual([1, 7, 30]);
  });

  test('of deleted chats: an undo is offered for 30 s and possible for 5 minutes', () => {
    expect(constants.chatUndo).toEqual({ offered: 30_000, retained: 300_000, kept: 300_000 });
  });

  test('of memories: 500 of 500 characters; of imports: 2 GiB', () => {
    expect(constants.memory).toEqual({ max: 500, most: 500 });
    expect(constants.importMax).toBe(2 ** 31);
  });

  test('of attachments: 100 MB each and together, a warning at 75 %, an error at 90 %', () => {
    const size = 100 * 2 ** 20;
    expect(constants.upload).toEqual({ perFile: size, total: size, warnAt: 0.75, errorAt: 0.9 });
    expect([constants.storageBase, constants.dragOverlay]).toEqual(['/objects/', 500]);
  });

  test('of chats above 50 messages: 20 at first, then 100 every 150 ms', () => {
    expect(constants.threadParts).toEqual({ whole: 50, end: 20, before: 100, every: 150 });
  });

  test('of money: rand and dollars by their codes', () => {
    expect([constants.plans.ZA.currency, constants.plans.US.currency]).toEqual(['zar', 'usd']);
  });

  test('of the workspace services: Google and Microsoft', () => {
    expect(constants.workspaceProviders).toEqual(['google', 'microsoft']);
  });

  test('of seats: 2 to 100000, at first 2, success after 3 seconds', () => {
    expect(constants.seats).toEqual({ min: 2, default: 2, max: 100_000, successDelay: 3000 });
  });

  test('of plans: 180 and 1728 rand in South Africa, 10 and 96 dollars elsewhere', () => {
    const { ZA, US } = constants.plans;
    expect([ZA.symbol, ZA.monthly / 100, ZA.yearly / 100]).toEqual(['R', 180, 1728]);
    expect([US.symbol, US.monthly / 100, US.yearly / 100]).toEqual(['$', 10, 96]);
    expect([constants.planFor('ZA'), constants.planFor('DE'), constants.planFor(undefined)]).toEqual([ZA, US, US]);
  });

  test('of times: a day of grace, settings saved after 1 s, redirects after 3 s', () => {
    expect(constants.subscriptionGrace).toBe(86_400_000);
    expect([constants.settingsSaveDelay, constants.redirectDelay]).toEqual([1000, 3000]);
  });

  test('of a selector: it scrolls above 10 options, at most 300 px high', () => {
    expect(constants.select).toEqual({ scrollAbove: 10, maxHeight: 300 });
  });

  test('of the lists: pages of 10 within 100 px, 4 at first and 4 more, a search after 1 s, memories every 30 s', () => {
    expect(constants.chatPage).toEqual({ size: 10, loadMoreWithin: 100 });
    expect([constants.listStep, constants.searchDebounce, constants.memoryPoll]).toEqual([4, 1000, 30_000]);
  });

  test('of replies: polled after 1 s and every 2.5 s, stale at 15 minutes', () => {
    expect(constants.messagePoll).toEqual({ first: 1000, every: 2500, staleAfter: 900_000 });
  });

  test('of typing: a title at 30 ms, a thought at 1 ms per character with 1.5 s between', () => {
    expect(constants.titleTyping).toBe(30);
    expect(constants.thoughtTyping).toEqual({ perCharacter: 1, pause: 1500 });
  });

  test('of markdown: above 100 blocks 50 at first, then 25 every 16 ms', () => {
    expect(constants.markdown).toEqual({ progressiveAbove: 100, first: 50, step: 25, every: 16 });
  });

  test('of attribution: the cookies aT and spockUuid live for a year', () => {
    expect(constants.cookies).toEqual({ attribution: 'aT', uuid: 'spockUuid', maxAge: 31_536_000 });
  });
});

test('the messages of the fields are the words of the specification', () => {
  expect({ ...messages, maximum: messages.maximum(50) }).toEqual({
    email: 'Please enter a valid email address',
    required: 'This is a required field',
    name: 'Name is required.',
    agent: 'Instructions or files are required.',
    uploading: 'Some files are still uploading. Please wait until all uploads are complete.',
    username: 'Must be 3 - 30 symbols long. Usernames can only consist of letters, numbers and underscores (_)',
    sameEmail: 'Email cannot be the same as existing.',
    changeEmail: 'Please enter a valid email.',
    maximum: 'Maximum of 50 characters.',
    password: 'The password needs 1 uppercase, 1 lowercase, 1 digit and at least 6 characters.',
    newPassword: 'The password needs 1 uppercase, 1 lowercase, 1 digit, 1 special symbol and at least 6 characters.',
  });
  expect(callFailed).toBe('An error occurred. Please try again.');
});
