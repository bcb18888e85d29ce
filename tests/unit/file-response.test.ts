import { expect, test } from 'vitest'
import { fileHeaders } from '../../demo/platform/http/file-response.ts'

async function* none(): AsyncGenerator<Uint8Array> {
  yield* []
}
const dispositionOf = (name: string) =>
  fileHeaders({ name, contentType: 'text/csv', pieces: none(), end: async () => undefined })['Content-Disposition']
const half = '\ud83d'

test('a file name is sent encoded and as ASCII', () => {
  expect(dispositionOf('Bericht für Köln.csv')).toBe(
    `attachment; filename="Bericht f_r K_ln.csv"; filename*=UTF-8''Bericht%20f%C3%BCr%20K%C3%B6ln.csv`,
  )
})

test.each([`cut ${half}`, `${half} cut`, `c${half}t`])('half of a surrogate pair in it is dropped: %j', (name) => {
  expect(dispositionOf(name)).toContain('%EF%BF%BD')
})
