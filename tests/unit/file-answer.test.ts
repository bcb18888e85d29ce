import { expect, test } from 'vitest'
import { fileHeaders } from '../../demo/platform/file-answer.ts'
import { messageOf } from '../../demo/platform/mail/message.ts'

async function* none(): AsyncGenerator<Uint8Array> {
  yield* []
}
const dispositionOf = (name: string) =>
  fileHeaders({ name, contentType: 'text/csv', pieces: none(), end: async () => undefined })['Content-Disposition']
const half = '\ud83d'

test('the name of a file is said for every system, and as it is', () => {
  expect(dispositionOf('Bericht für Köln.csv')).toBe(
    `attachment; filename="Bericht f_r K_ln.csv"; filename*=UTF-8''Bericht%20f%C3%BCr%20K%C3%B6ln.csv`,
  )
})

test.each([`cut ${half}`, `${half} cut`, `c${half}t`])('half of a letter in it is no letter, and ends nothing: %j', (name) => {
  expect(dispositionOf(name)).toContain('%EF%BF%BD')
})

test('nor does it in the name of a file that goes with a mail', () => {
  const attachment = { file_name: `cut ${half}.csv`, content_type: 'text/csv', content: '' }
  const mail = { id: '1', at: new Date(0), from: 'a@ads.example', to: 'b@ads.example', subject: 'Report', text: '' }
  expect(messageOf({ ...mail, attachment })).toContain("filename*=UTF-8''cut%20%EF%BF%BD.csv")
})
