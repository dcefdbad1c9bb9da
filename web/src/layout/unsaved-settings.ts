import {
  applySettingsChange,
  type PersonSettings,
  type SettingsChange,
} from '@paydesk/shared/administration/settings'

interface OwnChange {
  readonly change: SettingsChange
  /** False until Paydesk has answered. */
  readonly isSaved: boolean
}

/** Settings with changes that are on their way to Paydesk. */
export interface UnsavedSettings {
  /** Settings without the changes. */
  readonly before: PersonSettings
  /** Changes in the order of the person, from the oldest one that has no answer yet. */
  readonly changes: readonly OwnChange[]
}

/** Returns the settings with the changes. */
export function applyOwnChanges({ before, changes }: UnsavedSettings): PersonSettings {
  return changes.reduce((settings, { change }) => applySettingsChange(settings, change), before)
}

export function addOwnChange(unsaved: UnsavedSettings, change: SettingsChange): UnsavedSettings {
  return { ...unsaved, changes: [...unsaved.changes, { change, isSaved: false }] }
}

/**
 * Keeps a change that was saved, or takes it back alone: others stay, also later ones of the same setting, and what
 * it had replaced comes back only if that was saved.
 */
export function settleOwnChange(
  { before, changes }: UnsavedSettings,
  change: SettingsChange,
  isSaved: boolean,
): UnsavedSettings {
  const left = changes.flatMap((each) =>
    each.change === change ? (isSaved ? [{ change, isSaved }] : []) : [each],
  )
  // A saved change waits for the answers of those before it, which it must still replace.
  const pending = left.findIndex((each) => !each.isSaved)
  const settled = pending < 0 ? left.length : pending
  return {
    before: applyOwnChanges({ before, changes: left.slice(0, settled) }),
    changes: left.slice(settled),
  }
}
