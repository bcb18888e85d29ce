/** What the example next to a page of the guide shows. */
export type LiveExample =
  | 'chart'
  | 'session'
  | 'attributes'
  | 'frame'
  | 'react'
  | 'vue'
  | 'server'
  | 'theming'
  | 'policy'
  | 'messages'
  | 'errors'

const chart =
  '<ad-report-chart client-id="1" date-range="last_30_days" metrics="cost,revenue" compare inherit theme="auto"></ad-report-chart>'
const log = '<ol class="log" aria-label="Events, newest first" tabindex="0"></ol>'
const sameTag = (what: string) => `<p>${what} This is the same tag in this page.</p>${chart}`

const group = (label: string, action: string, options: readonly (readonly [value: string, text: string])[]) =>
  `<div class="choices" role="group" aria-label="${label}"><span>${label}</span>${options
    .map(
      ([value, text], index) =>
        `<button type="button" disabled data-action="${action}" data-value="${value}" aria-pressed="${index === 0}">${text}</button>`,
    )
    .join('')}</div>`

const dates = [
  ['last_30_days', '30 days'],
  ['last_7_days', '7 days'],
] as const
const themes = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
const accents = [
  ['', 'Default'],
  ['#0a6b4f', 'Green'],
  ['#b3261e', 'Red'],
  ['#6d3fc0', 'Purple'],
] as const
const failures = [
  ['', 'Works'],
  ['offline', 'No connection'],
  ['origin_refused', 'origin_refused'],
  ['internal', '500'],
] as const
const tokens = [
  ['give', 'Provide tokens'],
  ['refuse', 'Refuse tokens'],
] as const

const bodies: Readonly<Record<LiveExample, string>> = {
  chart: `<p>The chart of step 3, with sample figures.</p>${chart}`,
  session: `${group('Token', 'token', tokens)}${chart}${log}`,
  attributes: `${group('date-range', 'date-range', dates)}${chart}${log}`,
  frame: `<p>The element that the frame contains.</p>${chart}<!-- framed example -->`,
  react: sameTag('React renders the tag and sets its attributes.'),
  vue: sameTag('Vue renders the tag and sets its attributes.'),
  server: sameTag('The server writes the tag, and the script fills it.'),
  theming: `${group('--ad-accent', 'accent', accents)}${group('theme', 'theme', themes)}${chart}`,
  policy: `<p>This page has a strict policy, and the chart works under it:</p><pre class="policy" tabindex="0" role="group" aria-label="Policy of this page"></pre>${chart}`,
  messages: `<p><button type="button" disabled data-action="refresh" data-value="">Refresh</button></p>${chart}${log}`,
  errors: `${group('Platform', 'failure', failures)}${chart}${log}`,
}

/** An element on sample figures next to the text, with controls. `page.ts` runs it. */
export const liveExample = (kind: LiveExample) =>
  `<aside class="live" aria-labelledby="live" data-live="${kind}"><h2 id="live">Live example</h2>${bodies[kind]}<p class="note">Sample figures: nothing is requested from the platform.</p></aside>`
