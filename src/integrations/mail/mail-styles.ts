// The styles of mails. Essential styles are in `style` attributes, since many mail programs drop style
// sheets; dark colors and small screens are for programs that keep them. Colors survive programs that invert
// them: no image carries text, and text always contrasts with its background.

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Light colors, for `style` attributes. */
export const styles = {
  body: 'margin:0;padding:0;background-color:#eef0f3',
  page: 'background-color:#eef0f3',
  column: `width:100%;max-width:600px;font-family:${FONT};font-size:16px;line-height:1.5;color:#1f2733`,
  organization: 'font-size:16px;font-weight:600;color:#1f2733',
  icon: 'display:block;width:40px;height:40px;border-radius:8px',
  letter:
    'width:40px;height:40px;border-radius:8px;background-color:#2f5d9f;color:#ffffff;font-size:20px;font-weight:600;line-height:40px;text-align:center',
  card: 'background-color:#ffffff;border-radius:10px;border:1px solid #d9dee5;padding:24px 24px 8px',
  paragraph: 'margin:0 0 16px',
  heading: 'margin:8px 0 12px;font-size:17px;line-height:1.35;font-weight:600;color:#1f2733',
  buttonCell: 'background-color:#2f5d9f;border-radius:8px',
  button:
    'display:inline-block;padding:12px 22px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none',
  link: 'color:#2f5d9f',
  person: 'display:block;width:36px;height:36px;border-radius:18px',
  personLetter:
    'width:36px;height:36px;border-radius:18px;background-color:#dfe5ee;color:#1f2733;font-size:16px;font-weight:600;line-height:36px;text-align:center',
  name: 'font-weight:600;color:#1f2733',
  moment: 'font-size:13px;color:#5a6675',
  note: 'margin:0 0 8px;font-size:13px;line-height:1.45;color:#5a6675',
} as const;

/** The style sheet for mail programs that keep one; `!important` overrides the attributes. */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.message { overflow-wrap: anywhere; }
.message p { margin: 0 0 8px; }
.message ul, .message ol { margin: 0 0 8px; padding-inline-start: 24px; }
.message h1, .message h2, .message h3, .message h4, .message h5, .message h6 { margin: 8px 0; font-size: 16px; }
.message blockquote { margin: 0 0 8px; padding-inline-start: 12px; border-inline-start: 3px solid #c3cad4; color: #434e5c; }
.message pre, .message code { font-family: Consolas, Menlo, monospace; font-size: 14px; background-color: #f1f3f6; border-radius: 4px; }
.message pre { margin: 0 0 8px; padding: 8px 10px; white-space: pre-wrap; }
.message code { padding: 1px 3px; }
.message pre code { padding: 0; }
.message table { border-collapse: collapse; margin: 0 0 8px; }
.message th, .message td { border: 1px solid #c3cad4; padding: 4px 8px; }
.message img { max-width: 100%; }
.message a { color: #2f5d9f; }
.user-mention, .user-group-mention, .stream, .stream-topic { font-weight: 600; }
@media (prefers-color-scheme: dark) {
  body, .page { background-color: #14181d !important; }
  .card { background-color: #1e242b !important; border-color: #333c47 !important; }
  .column, .organization, .heading, .name { color: #e6eaf0 !important; }
  .note, .moment { color: #a3aebb !important; }
  .button-cell { background-color: #4577bd !important; }
  .person-letter { background-color: #39434f !important; color: #e6eaf0 !important; }
  .link, .message a { color: #8fb6f0 !important; }
  .message blockquote { border-color: #4a5663 !important; color: #c3ccd7 !important; }
  .message pre, .message code { background-color: #2a323b !important; }
  .message th, .message td { border-color: #4a5663 !important; }
}
@media (max-width: 480px) {
  .outer { padding: 12px 0 !important; }
  .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; padding: 20px 16px 4px !important; }
  .button-table, .button-table td { width: 100% !important; }
  .button { display: block !important; text-align: center !important; }
}
`;
