import { expect, test } from 'vitest';
import pureParts from './pure-parts-loader.ts';

test('contexts, wrapped components and classes may be left out, and lose the names that are written to them', () => {
  expect(
    pureParts(`var Place = React2.createContext(null);
Place.displayName = "Place";
var Link = React10.forwardRef(
  function Link2() {}
);
var Boundary = class extends React.Component {
  render() {

    return null;
  }
};
function used() { Place.displayName = "kept"; }
`),
  ).toBe(`var Place = /*#__PURE__*/ React2.createContext(null);

var Link = /*#__PURE__*/ React10.forwardRef(
  function Link2() {}
);
var Boundary = /*#__PURE__*/ (() => class extends React.Component {
  render() {

    return null;
  }
})();
function used() { Place.displayName = "kept"; }
`);
});
