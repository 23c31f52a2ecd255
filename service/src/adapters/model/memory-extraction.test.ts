import { describe, expect, it } from 'vitest';
import { plainStatements } from '../../local/demo/model/demo.ts';
import { memoryQuestion, statementsFrom } from './memory-extraction.ts';

describe('what a model remembers', () => {
  it.each([
    ['["Lives in Cork.", " Likes\\n tea. "]', ['Lives in Cork.', 'Likes tea.']],
    ['```json\n["Vegetarisch"]\n```', ['Vegetarisch']],
    ['[]', []],
    ['There is nothing to remember.', []],
    ['{"fact": "x"}', []],
    ['["", 7, null, "Is a nurse."]', ['Is a nurse.']],
    [JSON.stringify(['x'.repeat(501), 'Short.']), ['Short.']],
  ])('is read from the answer %j', (answer, statements) => {
    expect(statementsFrom(answer)).toEqual(statements);
  });

  it('is five statements at most', () => {
    expect(statementsFrom(JSON.stringify(Array.from({ length: 9 }, (_, index) => `Fact ${index}.`)))).toHaveLength(5);
  });

  it('is requested with the known memories and the message', () => {
    const question = memoryQuestion(`I am Ada. ${'x'.repeat(9000)}END`, ['Likes tea.']);
    expect(question).toContain('["Likes tea."]');
    expect(question).toContain('I am Ada.');
    expect(question).toMatch(/END$/);
  });
});

describe('what the demo model remembers', () => {
  it.each([
    ['I live in Cork. What is the weather?', ['I live in Cork']],
    ['Hello! My name is Ada, and my cat is called Byron.', ['My name is Ada, and my cat is called Byron']],
    ["I'm a vegetarian.\nI love walking", ["I'm a vegetarian", 'I love walking']],
    ['I work as a nurse at night', ['I work as a nurse at night']],
    ['I prefer short answers.', ['I prefer short answers']],
    ['Do I like tea?', []],
    ['I am looking for a good book', []],
    ['I want a poem about the sea', []],
    ['Write: "I live in Rome."', []],
    ['> I live in Rome.', []],
    ['```\nI live in Rome.\n```', []],
    ['The king lives in Rome.', []],
  ])('of %j is %j', (prompt, statements) => {
    expect(plainStatements(prompt)).toEqual(statements);
  });
});
