import { defineElement, type Surface, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-gallery',
  doc: 'All UI components in every state, for developers; not published.',
  nouns: [],
  skeleton: 'page',
  minHeight: 320,
  props: {},
  events: {},
  surface: (): Surface => import('../src/surfaces/gallery/index.tsx'),
  words: (): Words => import('words:gallery'),
})
