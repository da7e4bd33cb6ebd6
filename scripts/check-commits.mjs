// `npm run lint:commits`: checks commit subjects. A subject is an imperative sentence of at most 72 characters that begins
// with one of the verbs below: "Fix …", "Add …", "Rename …". Older commits are not checked.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './imports-of.mjs';

/** Commits before this time are not checked. */
const SINCE = '2026-11-26T00:00:00Z';
const MAX_SUBJECT = 72;

const VERBS = new Set(
  `Accept Acknowledge Add Adjust Adopt Allow Announce Answer Apply Archive Ask Avoid Bound Break Build Bump Cache Call Cancel Change Check
  Clarify Clean Clear Close Collect Combine Compare Complete Compress Compute Convert Copy Correct Count Cover Create Cut Deactivate Decide Declare Define
  Decode Deduplicate Delete Derive Describe Detect Disable Display Document Draw Drop Emit Enable Encode End Enforce Enlarge Ensure Erase Escape
  Evict Exclude Expect Expire Explain Export Extend Extract Fail Fetch Fill Filter Find Fit Fix Focus Follow Format Generate Give Group Guard
  Hand Handle Have Hide Highlight Hold Ignore Implement Import Improve Include Index Inline Insert Install Introduce Judge Keep Label Leave Let
  Limit Link List Load Lock Log Look Make Map Mark Match Measure Merge Migrate Mirror Move Name Normalize Note Notify Number Offer Omit Open
  Optimize Order Parse Pass Pin Place Point Polish Poll Prefer Prepare Preserve Prevent Print Process Protect Prove Publish Push Put Queue Quote Raise Read
  Record Reduce Refactor Refuse Register Reject Release Reload Remember Remove Rename Render Reorder Repair Repeat Replace Report Require Reset
  Resolve Restore Restrict Resume Retry Return Reuse Revert Reword Rewrap Rewrite Rotate Run Sample Save Say Search Select Send Separate Serialize Serve Set
  Share Shorten Show Sign Simplify Skip Sort Speak Speed Spell Split Spread Start State Stop Store Stream Suggest Support Sweep Switch Take Tell Test Tidy Time Track
  Translate Treat Trim Try Turn Type Typeset Unify Unpack Update Upgrade Upload Use Validate Verify Wait Wake Warn Widen Wrap Write`.split(
    /\s+/,
  ),
);

/** The problem with a subject; undefined if it is valid. */
function problemOf(subject) {
  if (subject.length > MAX_SUBJECT) return `is longer than ${MAX_SUBJECT} characters`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  const [verb = ''] = subject.split(' ');
  if (!VERBS.has(verb))
    return `begins with "${verb}", which is not in the list of verbs in scripts/check-commits.mjs`;
  return undefined;
}

if (!existsSync(join(root, '.git'))) {
  process.stdout.write('commits: no Git checkout, nothing to check\n');
  process.exit(0);
}
const log = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%h %s'], {
  cwd: root,
  encoding: 'utf8',
});
const commits = log.split('\n').filter(Boolean);
const problems = commits.flatMap((line) => {
  const problem = problemOf(line.slice(line.indexOf(' ') + 1));
  return problem ? [`${line}: ${problem}`] : [];
});
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`commits: ${commits.length} subjects, ${problems.length} problems\n`);
process.exit(problems.length === 0 ? 0 : 1);
