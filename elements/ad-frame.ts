import { commonEvents, commonProps, numberProp, defineBareElement, textProp } from './runtime/define.ts'

export default defineBareElement({
  tag: 'ad-frame',
  doc: 'Shows an embedded page in a sandboxed frame of another origin, as tall as its content, and re-emits its events.',
  minHeight: 466,
  props: {
    src: textProp('The URL of an embedded page.'),
    title: textProp('The accessible name of the frame, for screen readers.'),
    minHeight: numberProp('Height in pixels reserved while the frame loads; by default 466, or 674 in a place narrower than 632 px.'),
    locale: commonProps.locale,
    theme: commonProps.theme,
    path: commonProps.path,
    getToken: commonProps.getToken,
  },
  events: commonEvents,
  element: () => import('./frame/element.ts'),
})
