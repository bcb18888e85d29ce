import { defineElement, type Surface, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-gallery',
  doc: 'Everything that the screens are furnished with, in every state; for those who build, and not published.',
  nouns: [],
  skeleton: 'page',
  minHeight: 320,
  props: {},
  events: {},
  surface: (): Surface => import('../src/surfaces/gallery/index.tsx'),
  words: (): Words => import('words:gallery'),
})
