import { expect, test } from 'vitest'
import { type Source, sourcesUnder } from '../house/source.ts'

/** Files whose form data would be lost when the session ends. */
const losing = (sources: readonly Source[]) => sources.filter(({ text }) => /import \{[^}]*\buseForm\b/.test(text)).map(({ path }) => path)

test('every form of a surface keeps its input when the session ends', () => {
  expect(losing(sourcesUnder('src/surfaces', 'src/parts'))).toEqual(['src/parts/resource/stored-form.ts'])
  expect(losing([{ path: 'a.tsx', text: "import { type FormValues, useForm } from '../ui/form/use-form.ts'" }])).toEqual(['a.tsx'])
})
