// What every page uses.

import "./forms.js";
import "./notice.js";
import "./share.js";
import "./sheets.js";
import "./theme.js";
import "./way_back.js";
import "./zone.js";
