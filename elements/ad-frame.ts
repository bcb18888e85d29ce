import { commonEvents, commonProps, count, defineBareElement, text } from './runtime/define.ts'

export default defineBareElement({
  tag: 'ad-frame',
  doc: 'Shows an embedded page in a sandboxed frame of another origin, as tall as its content, and speaks for it: its events are this element’s.',
  minHeight: 466,
  props: {
    src: text('The address of an embedded page.'),
    title: text('What the frame shows, for those who hear the page.'),
    minHeight: count('The height in pixels that is kept while the frame loads; 466 by default.'),
    locale: commonProps.locale,
    theme: commonProps.theme,
    path: commonProps.path,
    getToken: commonProps.getToken,
  },
  events: commonEvents,
  element: () => import('./frame/element.ts'),
})
