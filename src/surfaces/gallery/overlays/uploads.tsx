import type { FileLimits } from '../../../ui/upload/file-kinds.ts'
import { Upload } from '../../../ui/upload/upload.tsx'
import type { UploadFile } from '../../../ui/upload/upload-list.ts'
import { Exhibit } from '../exhibit.tsx'

const limits: FileLimits = { kinds: ['png', 'jpeg', 'gif', 'webp', 'csv'], maxBytes: 2_000_000, maxFiles: 5 }
const turnMs = 60
const turns = 20
const tried = new WeakSet<File>()

/** Simulates an upload; a file whose name starts with "fails" succeeds on the second attempt. */
const send: UploadFile<string> = async (file, { signal, onProgress }) => {
  const isBad = file.name.startsWith('fails') && !tried.has(file)
  tried.add(file)
  for (let turn = 0; turn <= turns; turn += 1) {
    signal.throwIfAborted()
    if (isBad && turn > turns / 2) throw new Error('The sample is made to fail')
    onProgress((file.size * turn) / turns)
    await new Promise((resolve) => setTimeout(resolve, turnMs))
  }
  return file.name
}

export const UploadExhibits = () => (
  <Exhibit name="Upload">
    <Upload label="Creatives" limits={limits} send={send} />
    <Upload label="Creatives" limits={limits} send={send} disabledBecause="An approved creative cannot be replaced" />
  </Exhibit>
)
