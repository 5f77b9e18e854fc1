"use strict";
addEventListener("load", () => print());
