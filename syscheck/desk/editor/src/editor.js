// The editor of a card: it makes every `textarea[data-editor]` one, and the textarea stays the field of its form.
//
// Whoever changes the textarea's value by script tells it with the event `card-set`. Faults come from the panel:
// a `data-faults` attribute, after htmx has swapped it in.

import {autocompletion, completionKeymap} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap, insertNewline} from "@codemirror/commands";
import {HighlightStyle, StreamLanguage, syntaxHighlighting} from "@codemirror/language";
import {lintKeymap, setDiagnostics} from "@codemirror/lint";
import {EditorState, Prec} from "@codemirror/state";
import {EditorView, keymap, lineNumbers, placeholder} from "@codemirror/view";
import {Tag} from "@lezer/highlight";

const PHRASES = new Set(["conventions", "leads", "signals"]);
const SECTIONS = ["openings", "continuations", "defence", "define", "conventions", "leads", "signals"];
const HEADERS = ["title", "pair", "players", "event", "date", "language", "regulation"];
const PLACES = ["nv", "vul", "1st", "2nd", "3rd", "4th", "1st-2nd", "3rd-4th"];

// ---- colours --------------------------------------------------------------------------------------------------------

const NAMES = ["heading", "header", "value", "place", "red", "black", "call", "points", "word", "forcing", "note", "mark"];
const TAGS = Object.fromEntries(NAMES.map((name) => [name, Tag.define(name)]));
const REMARK = Tag.define("remark");

const COLOURS = HighlightStyle.define([
  {tag: TAGS.heading, color: "#0b4a86", fontWeight: "700"},
  {tag: TAGS.header, color: "#555c65", fontWeight: "650"},
  {tag: TAGS.value, color: "#16191d"},
  {tag: TAGS.place, color: "#7a4300"},
  {tag: TAGS.red, color: "#b3131b", fontWeight: "650"},
  {tag: TAGS.black, color: "#16191d", fontWeight: "650"},
  {tag: TAGS.call, color: "#16191d", fontWeight: "650"},
  {tag: TAGS.points, color: "#0b4a86"},
  {tag: TAGS.word, color: "#16191d"},
  {tag: TAGS.forcing, color: "#7a4300", fontWeight: "650"},
  {tag: TAGS.note, color: "#555c65"},
  {tag: TAGS.mark, color: "#555c65"},
  {tag: REMARK, color: "#555c65", fontStyle: "italic"},
]);

const suited = (letter) => ("DHdh".includes(letter) ? "red" : "CScs".includes(letter) ? "black" : "call");

const CARD = StreamLanguage.define({
  name: "card",
  startState: () => ({section: "", meaning: false}),
  token(stream, state) {
    if (stream.sol()) {
      const indented = /^[ \t]/.test(stream.string);
      const heading = stream.match(/^[ \t]*\[[ \t]*([a-z]+)[ \t]*\]/i);
      if (heading && SECTIONS.includes(heading[1].toLowerCase())) {
        state.section = heading[1].toLowerCase();
        state.meaning = PHRASES.has(state.section);
        return "heading";
      }
      if (heading) stream.backUp(heading[0].length);
      state.meaning = PHRASES.has(state.section) || (indented && state.section !== "" && state.meaning);
    }
    if (stream.eatSpace()) return null;
    const before = stream.string.slice(0, stream.pos);
    if (stream.peek() === "#" && (/^[ \t]*$/.test(before) || /(?:[ \t]{2}|\t)$/.test(before))) {
      stream.skipToEnd();
      return "remark";
    }
    if (state.section === "") return header(stream);
    return state.meaning ? meaning(stream) : head(stream, state);
  },
  languageData: {commentTokens: {line: "#"}},
  tokenTable: {...TAGS, remark: REMARK},
});

function header(stream) {
  if (stream.match(/^[\p{L}_][\p{L}\p{N}_-]*[ \t]*:/u)) return "header";
  stream.match(/^[^ \t]+/);
  return "value";
}

function head(stream, state) {
  if (stream.match(/^\[[^\]]*\]?/)) return "place";
  if (stream.match(/^[:=]/)) {
    state.meaning = true;
    return "mark";
  }
  if (state.section === "define") {
    stream.match(/^[^ \t=]+/);
    return "header";
  }
  const call = stream.match(/^[1-7]([CDHSNXMmOo]|NT)?/);
  if (call) return suited(call[1] || "N");
  stream.next();
  return "call";
}

function meaning(stream) {
  if (stream.match(/^"[^"]*"?/)) return "note";
  const length = stream.match(/^\d+(?:-\d+)?\+?-?([CDHSMXYcdhsmxyo])(?![\p{L}\p{N}])/u);
  if (length) return suited(length[1]);
  const alone = stream.match(/^([CDHSMmX])(?![\p{L}\p{N}])/u);
  if (alone) return suited(alone[1]);
  if (stream.match(/^\(?\d+(?:[-=]\(?\d+\)?)*\)?\+?/)) return "points";
  if (stream.match(/^(?:[A-Z]{2,}|F1?|GF)(?![\p{L}])/u)) return "forcing";
  if (stream.match(/^[\p{L}][\p{L}\p{N}-]*/u)) return "word";
  stream.next();
  return "mark";
}

// ---- completion -----------------------------------------------------------------------------------------------------

const CALLS = ["P", ...[1, 2, 3, 4, 5, 6, 7].flatMap((level) => ["C", "D", "H", "S", "N", "M", "m", "X"].map((s) => level + s))];

function completing(known) {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const bracket = /\[[\p{L}\p{N} ]*$/u.exec(before);
    if (bracket) {
      const options = /^[ \t]*$/.test(before.slice(0, bracket.index)) ? SECTIONS : PLACES;
      return {from: line.from + bracket.index + 1, options: options.map((label) => ({label, apply: `${label}]`}))};
    }
    const section = sectionAt(context.state, line.number);
    if (section === "" && /^[\p{L}]*$/u.test(before)) {
      return before || context.explicit ? {from: line.from, options: HEADERS.map((label) => ({label, apply: `${label}: `}))} : null;
    }
    const inHead = !/[:=]/.test(before) && !/^[ \t]/.test(line.text);
    if (inHead && ["openings", "continuations", "defence"].includes(section)) {
      const call = /(?:^|[-(])([1-7P]?[A-Za-z]?)$/.exec(before);
      if (!call || (call[1] === "" && !context.explicit)) return null;
      return {from: context.pos - call[1].length, options: CALLS.map((label) => ({label})), validFor: /^[1-7P]?[A-Za-z]?$/};
    }
    const word = /[\p{L}][\p{L}-]*$/u.exec(before);
    if (word ? word[0].length < 2 && !context.explicit : !context.explicit) return null;
    const names = PHRASES.has(section) ? known.names : [...known.words, ...known.names];
    return {from: context.pos - (word ? word[0].length : 0), options: names, validFor: /^[\p{L} -]*$/u};
  };
}

function sectionAt(state, number) {
  for (let n = number - 1; n > 0; n--) {
    const heading = /^[ \t]*\[[ \t]*([a-z]+)[ \t]*\]/i.exec(state.doc.line(n).text);
    if (heading && SECTIONS.includes(heading[1].toLowerCase())) return heading[1].toLowerCase();
  }
  return "";
}

async function load(known, address) {
  const found = await (await fetch(address)).json();
  known.words = [...new Set(found.words.map(([word]) => word))].map((label) => ({label}));
  known.names = found.names.map((label) => ({label, type: "text", boost: -1}));
}

// ---- faults ---------------------------------------------------------------------------------------------------------

function underline(view, faults) {
  const doc = view.state.doc;
  const place = (line, column) => {
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(found.from + [...found.text].slice(0, column - 1).join("").length, found.to);
  };
  const shown = faults.map((fault) => {
    const from = place(fault.line, fault.column);
    const to = Math.max(place(fault.end_line, fault.end_column), from);
    const message = fault.hint ? `${fault.message}; ${fault.hint}` : fault.message;
    return {from, to, severity: "error", message};
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

// ---- the editor -----------------------------------------------------------------------------------------------------

const LOOK = EditorView.theme({
  "&": {border: "1.5px solid #555c65", borderRadius: ".3rem", backgroundColor: "#fff", color: "#16191d"},
  "&.cm-focused": {outline: "3px solid #0b4a86", outlineOffset: "2px"},
  ".cm-scroller": {fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: "1.55"},
  ".cm-gutters": {backgroundColor: "#f5f6f8", color: "#555c65", border: "0"},
  ".cm-placeholder": {color: "#555c65", whiteSpace: "pre-wrap"},
  ".cm-lintRange-error": {backgroundImage: "none", textDecoration: "underline wavy #b3131b", textUnderlineOffset: ".25em"},
  ".cm-lintPoint-error::after": {borderBottomColor: "#b3131b"},
  ".cm-diagnostic-error": {borderLeftColor: "#b3131b"},
});

// Left to itself, a browser that types over more than a line sets styles which the page does not allow.
function typeOver(event, view) {
  if (event.inputType !== "insertText" || !event.data || view.composing || view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection(event.data), {userEvent: "input.type", scrollIntoView: true});
  return true;
}

function enhance(field) {
  const known = {words: [], names: []};
  const label = field.labels[0];
  const nonce = document.querySelector('meta[name="style-nonce"]')?.content || "";
  let quiet = false;
  const view = new EditorView({
    state: EditorState.create({
      doc: field.value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        history(),
        CARD,
        syntaxHighlighting(COLOURS),
        autocompletion({override: [completing(known)], selectOnOpen: false, icons: false}),
        // A call that begins behind blanks would go on with the line above: a new line begins at its beginning.
        Prec.low(keymap.of([{key: "Enter", run: insertNewline}])),
        // Tab is bound nowhere: it leaves the editor, as it leaves every field.
        keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap.filter((k) => k.key !== "Enter")]),
        EditorView.lineWrapping,
        placeholder(field.placeholder),
        EditorView.contentAttributes.of({
          "aria-label": label ? label.textContent.trim() : field.name,
          "aria-describedby": field.getAttribute("aria-describedby") || "",
          tabindex: "0", // what scrolls must be reached by keyboard, and not every checker counts `contenteditable`
          spellcheck: "false",
          autocapitalize: "off",
          autocorrect: "off",
          tabindex: "0", // it takes the focus without, but tools that look for what scrolls do not know
        }),
        EditorView.domEventHandlers({beforeinput: typeOver}),
        LOOK,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || quiet) return;
          field.value = update.state.doc.toString();
          field.dispatchEvent(new Event("input", {bubbles: true}));
        }),
      ],
    }),
  });
  field.before(view.dom);
  field.hidden = true;
  field.required = false; // a browser cannot point at a field that it does not show
  label?.addEventListener("click", () => view.focus());
  field.addEventListener("card-set", () => {
    quiet = true;
    view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: field.value}});
    quiet = false;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  });
  field.form?.classList.add("live");
  field.form?.addEventListener("click", (event) => {
    const place = event.target.closest("button[data-line]");
    if (!place) return;
    const line = view.state.doc.line(Math.min(Math.max(Number(place.dataset.line), 1), view.state.doc.lines));
    const column = Number(place.dataset.column);
    view.dispatch({selection: {anchor: Math.min(line.from + column - 1, line.to)}, scrollIntoView: true});
    view.focus();
  });
  const hint = document.getElementById(field.getAttribute("aria-describedby") || "");
  if (hint && field.dataset.hint) hint.append(` ${field.dataset.hint}`);
  load(known, field.dataset.words).catch(() => undefined); // without it, words are not completed
  const faults = () => {
    const told = (field.form || document).querySelector("[data-faults]");
    underline(view, told ? JSON.parse(told.dataset.faults) : []);
  };
  document.body.addEventListener("htmx:afterSwap", faults);
  faults();
  return view;
}

for (const field of document.querySelectorAll("textarea[data-editor]")) enhance(field);
