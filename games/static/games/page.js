// The page of a table. Each module does one thing and survives any part of the page being replaced.

import "./site.js";
import "./board.js";
import "./gestures.js";
import "./since.js";
import "./choose.js";
import "./ghosts.js";
import "./sort.js";
import "./drag.js";
import "./motion.js";
import "./warning.js";
import "./keys.js";
import "./sound.js";
import "./attention.js";
import "./times.js";
import "./announce.js";
import "./menu.js";
import "./drops.js";
import "./names.js";
import "./invite.js";
import "./live.js";
