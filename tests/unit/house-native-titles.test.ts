import { describe, expect, test } from 'vitest'
import { nativeTitles } from '../house/native-titles.ts'

const found = (text: string) => nativeTitles({ path: 'src/ui/a.tsx', text })

describe('a native title is reported', () => {
  test.each([
    '<button type="button" title={label} />',
    '<span title="A hint">text</span>',
    '<pl-sl-menu title={label} />',
    'const view = () => <p {...rest} title={reason} />',
  ])('%s', (text) => {
    expect(found(text)).toEqual([expect.stringContaining('src/ui/a.tsx:1: title shows')])
  })
})

describe('other titles pass', () => {
  test.each([
    '<iframe title={label} src={src} />',
    '<ad-frame title="Reports" />',
    '<Trail title={own} />',
    '<svg><title>{label}</title></svg>',
    '<button type="button" {...tooltip(label)} />',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})
