import { BuilderScreen } from '../builder/builder.tsx'

/** The builder; the draft and its step are in the address. */
export default function Builder() {
  return <BuilderScreen />
}
